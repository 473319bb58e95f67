// nothing to fill in
