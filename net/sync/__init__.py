"""What host and guest share to keep their copies of a match equal: batches, checks and proofs."""
