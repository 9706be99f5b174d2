/** The token of each upstream credential, encrypted with a key that is not in the database (upstream/shared-token.ts). */
export const SHARED_TOKEN = `
CREATE TABLE upstream_token (
  upstream text PRIMARY KEY REFERENCES upstream,
  sealed bytea,
  -- NULL: the platform gave no lifetime that can be used; the token works until it is refused.
  ends_at timestamptz,
  -- Until then one process asks the platform for a token, and the others wait for its answer.
  asking_until timestamptz
);
`
