"""Match files and everything else that the program keeps on disk."""
