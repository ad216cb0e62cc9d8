# The part of msgpack that this project uses; the library itself comes without types.

from msgpack.exceptions import BufferFull as BufferFull
from msgpack.exceptions import ExtraData as ExtraData
from msgpack.exceptions import FormatError as FormatError
from msgpack.exceptions import OutOfData as OutOfData
from msgpack.exceptions import StackError as StackError
from msgpack.exceptions import UnpackException as UnpackException

def packb(o: object, *, use_bin_type: bool = True, strict_types: bool = False) -> bytes: ...
def unpackb(
    packed: bytes | bytearray | memoryview,
    *,
    raw: bool = False,
    strict_map_key: bool = True,
    use_list: bool = True,
    max_str_len: int = -1,
    max_bin_len: int = -1,
    max_array_len: int = -1,
    max_map_len: int = -1,
    max_ext_len: int = -1,
) -> object: ...

class Packer:
    def __init__(self, *, use_bin_type: bool = True, strict_types: bool = False, autoreset: bool = True) -> None: ...
    def pack(self, obj: object) -> bytes: ...

class Unpacker:
    def __init__(
        self,
        *,
        raw: bool = False,
        strict_map_key: bool = True,
        use_list: bool = True,
        max_buffer_size: int = ...,
        max_str_len: int = -1,
        max_bin_len: int = -1,
        max_array_len: int = -1,
        max_map_len: int = -1,
        max_ext_len: int = -1,
    ) -> None: ...
    def feed(self, next_bytes: bytes | bytearray | memoryview) -> None: ...
    def unpack(self) -> object: ...
    def tell(self) -> int: ...
    def __iter__(self) -> Unpacker: ...
    def __next__(self) -> object: ...
