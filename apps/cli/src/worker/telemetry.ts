/** How often programs export what they used, in milliseconds: a run over its budget ends this much later. */
const EXPORT_INTERVAL_MS = 5_000;

/** Prefixes of variables with which a person configures an exporter of their own. */
const OWN_EXPORTER = ['OTEL_EXPORTER_OTLP_', 'OTEL_METRICS_EXPORTER'];
const OWN_GEMINI = ['GEMINI_TELEMETRY_'];

/**
 * The variables that make a program send its metrics to the server (docs/measuring.md), for those in `env` that are not
 * set. None if `env` configures another exporter, which would get the run key.
 */
export function telemetryVariables(
  { url, runKey }: { readonly url: string; readonly runKey: string },
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const isSet = (prefixes: readonly string[]) =>
    Object.keys(env).some((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  if (isSet(OWN_EXPORTER)) return {};
  const endpoint = `${url.replace(/\/+$/, '')}/otlp`;
  const variables = {
    CLAUDE_CODE_ENABLE_TELEMETRY: '1',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${runKey}`,
    // Totals: an export that is lost is made up for by the next one.
    OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'cumulative',
    OTEL_METRIC_EXPORT_INTERVAL: String(EXPORT_INTERVAL_MS),
    ...(!isSet(OWN_GEMINI) && {
      GEMINI_TELEMETRY_ENABLED: 'true',
      GEMINI_TELEMETRY_TARGET: 'local',
      GEMINI_TELEMETRY_OTLP_ENDPOINT: endpoint,
      GEMINI_TELEMETRY_OTLP_PROTOCOL: 'http',
      GEMINI_TELEMETRY_LOG_PROMPTS: 'false',
    }),
  };
  return Object.fromEntries(Object.entries(variables).filter(([name]) => env[name] === undefined));
}

/** Variables that make a program's `tandem` commands and metrics use the server with the run key. */
export const runVariables = (url: string, runKey: string | undefined): Record<string, string> =>
  runKey ? { TANDEM_URL: url, TANDEM_KEY: runKey, ...telemetryVariables({ url, runKey }) } : {};
