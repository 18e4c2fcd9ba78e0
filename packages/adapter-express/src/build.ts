/** The running build, as `/healthz` and the OpenAPI document report it. */
export interface Build {
  readonly version: string;
  /** The commit that was built; `null` if unknown. */
  readonly commit: string | null;
  /** The version of the database schema. */
  readonly schema: number;
}
