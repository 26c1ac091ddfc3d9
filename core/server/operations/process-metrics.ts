import type { Meter } from '@opentelemetry/api'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

// A delay is measured as up to this much too short.
const resolutionMs = 50

/** Observes the process itself whenever metrics are collected. Returns a function that stops it. */
export function observeProcess(meter: Meter): () => void {
  const memory = meter.createObservableUpDownCounter('process.memory.usage', { unit: 'By', description: 'Resident memory' })
  const heapUsed = meter.createObservableUpDownCounter('v8js.memory.heap.used', { unit: 'By', description: 'JavaScript heap in use' })
  const heapTotal = meter.createObservableUpDownCounter('v8js.memory.heap.limit', { unit: 'By', description: 'JavaScript heap reserved' })
  const external = meter.createObservableUpDownCounter('portico.memory.external', { unit: 'By', description: 'Buffers outside the heap' })
  const cpu = meter.createObservableCounter('process.cpu.time', { unit: 's', description: 'Processor time used' })
  const uptime = meter.createObservableGauge('process.uptime', { unit: 's', description: 'Time since the process started' })
  const utilization = meter.createObservableGauge('nodejs.eventloop.utilization', {
    unit: '1',
    description: 'Share of time the event loop was busy',
  })
  const delays = (['mean', 'p50', 'p99', 'max'] as const).map(name => ({
    name,
    gauge: meter.createObservableGauge(`nodejs.eventloop.delay.${name}`, {
      unit: 's',
      description: `Event loop delay since the last collection, ${name}`,
    }),
  }))
  // Not before somebody collects metrics: each sample wakes the process.
  const lag = monitorEventLoopDelay({ resolution: resolutionMs })
  let lastUtilization = performance.eventLoopUtilization()

  const instruments = [memory, heapUsed, heapTotal, external, cpu, uptime, utilization, ...delays.map(({ gauge }) => gauge)]
  const observe: Parameters<Meter['addBatchObservableCallback']>[0] = result => {
    const usage = process.memoryUsage()
    result.observe(memory, usage.rss)
    result.observe(heapUsed, usage.heapUsed)
    result.observe(heapTotal, usage.heapTotal)
    result.observe(external, usage.external)
    const { user, system } = process.cpuUsage()
    result.observe(cpu, user / 1e6, { 'cpu.mode': 'user' })
    result.observe(cpu, system / 1e6, { 'cpu.mode': 'system' })
    result.observe(uptime, process.uptime())
    const now = performance.eventLoopUtilization()
    result.observe(utilization, performance.eventLoopUtilization(now, lastUtilization).utilization)
    lastUtilization = now
    const nanoseconds = { mean: lag.mean, p50: lag.percentile(50), p99: lag.percentile(99), max: lag.max }
    // Node measures the time from one tick of its timer to the next: the interval itself is not delay.
    if (lag.count > 0)
      for (const { name, gauge } of delays) result.observe(gauge, Math.max(0, nanoseconds[name] / 1e9 - resolutionMs / 1e3))
    lag.reset()
    lag.enable()
  }
  meter.addBatchObservableCallback(observe, instruments)
  return () => {
    meter.removeBatchObservableCallback(observe, instruments)
    lag.disable()
  }
}
