"""How each kind of move is entered at the table: pure state machines of keys and clicks, one a module."""
