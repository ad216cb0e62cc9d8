"""How each kind of move is entered at the table: state machines of keys and clicks, without widgets."""
