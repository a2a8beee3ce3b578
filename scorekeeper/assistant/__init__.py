"""Questions of players, answered by the rules and the judge: no rule is written here."""
