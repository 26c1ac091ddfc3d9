import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics'

/** OpenTelemetry's units (UCUM) as Prometheus writes them at the end of names. */
const words: Readonly<Record<string, string>> = { s: 'seconds', ms: 'milliseconds', By: 'bytes', '%': 'percent', '1': 'ratio' }

/**
 * Metrics with the names that Prometheus expects, by OpenTelemetry's rules for it: the unit is part of the name. What is counted (`{request}`) is
 * no unit. The serializer itself adds `_total` to counters.
 */
export function withPrometheusNames(metrics: ResourceMetrics): ResourceMetrics {
  return { ...metrics, scopeMetrics: metrics.scopeMetrics.map(each => ({ ...each, metrics: each.metrics.map(renamed) })) }
}

function renamed(metric: MetricData): MetricData {
  const { name, unit } = metric.descriptor
  const word = words[unit] ?? ''
  const hasWord = word === '' || name.split(/[._]/).includes(word)
  return { ...metric, descriptor: { ...metric.descriptor, name: hasWord ? name : `${name}.${word}`, unit: word } }
}
