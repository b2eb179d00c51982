"""What refuses a wrong number: the check of sources, the ledger, the verifier of the built site."""
