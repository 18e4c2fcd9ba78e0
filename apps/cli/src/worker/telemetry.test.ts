import { telemetryVariables } from './telemetry.ts';

const run = { url: 'http://localhost:4200/', runKey: 'tdm_1' };

test('sends the metrics of a program to the server with the key of its run', () => {
  expect(telemetryVariables(run, { PATH: '/bin' })).toMatchObject({
    CLAUDE_CODE_ENABLE_TELEMETRY: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4200/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20tdm_1',
    GEMINI_TELEMETRY_OTLP_ENDPOINT: 'http://localhost:4200/otlp',
  });
});

test('keeps the variables that are set', () => {
  const own = { CLAUDE_CODE_ENABLE_TELEMETRY: '0', OTEL_METRIC_EXPORT_INTERVAL: '100' };
  const names = Object.keys(telemetryVariables(run, own));
  expect(names).toContain('OTEL_METRICS_EXPORTER');
  expect(names.filter((name) => name in own)).toEqual([]);
  const gemini = telemetryVariables(run, { GEMINI_TELEMETRY_ENABLED: 'false' });
  expect(Object.keys(gemini).filter((name) => name.startsWith('GEMINI_'))).toEqual([]);
});

test.each(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'OTEL_METRICS_EXPORTER'])(
  'never gives the key to another exporter, configured by %s',
  (name) => {
    expect(telemetryVariables(run, { [name]: 'https://collector.example' })).toEqual({});
  },
);
