# The part of argparse-manpage that this project uses; the library itself comes without types.
