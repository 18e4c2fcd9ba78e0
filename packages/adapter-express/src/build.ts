/** What runs: told by the health check and the OpenAPI document. */
export interface Build {
  readonly version: string;
  /** The commit that was built; `null` if unknown. */
  readonly commit: string | null;
  /** The version of the database schema. */
  readonly schema: number;
}
