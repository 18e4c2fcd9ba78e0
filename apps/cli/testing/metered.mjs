// A program with the telemetry of Claude Code, set up by variables alone: it spends $0.40 a step, and reports nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';

if (process.env.CLAUDE_CODE_ENABLE_TELEMETRY !== '1' || process.env.OTEL_METRICS_EXPORTER !== 'otlp') {
  throw new Error('Telemetry is off.');
}
const interval = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL);
const reader = new PeriodicExportingMetricReader({
  exporter: new OTLPMetricExporter(),
  exportIntervalMillis: interval,
  exportTimeoutMillis: interval,
});
const meter = new MeterProvider({ readers: [reader] }).getMeter('com.anthropic.claude_code');
const cost = meter.createCounter('claude_code.cost.usage', { unit: 'USD' });
for (;;) {
  cost.add(0.4, { 'session.id': '1', model: 'any' });
  await pause(interval);
}
