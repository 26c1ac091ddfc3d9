import { Gauge } from '../charts/Gauge.tsx'
import { HeatTable, type HeatCell } from '../charts/HeatTable.tsx'
import type { SeriesPoint } from '../charts/series.ts'
import { SeverityCounts } from '../charts/SeverityCounts.tsx'
import { Sparkline } from '../charts/Sparkline.tsx'
import { StackedBar } from '../charts/StackedBar.tsx'
import { TrendChart } from '../charts/TrendChart.tsx'
import { Status } from '../Status.tsx'
import styles from './Gallery.module.css'
import { Sample } from './Sample.tsx'

const day = 86_400_000
const until = Date.parse('2026-11-14T09:00:00Z')

function toSeries(count: number, value: (index: number) => number | undefined): SeriesPoint[] {
  return Array.from({ length: count }, (_, index) => ({ at: new Date(until - (count - index) * day), value: value(index) }))
}

const coverage = toSeries(60, index => 61 + index / 4 + Math.sin(index / 3) * 3)
const errors = toSeries(60, index => (index > 20 && index < 26 ? undefined : 4 + Math.abs(Math.sin(index / 5)) * 9))
const warnings = toSeries(60, index => 12 + Math.cos(index / 7) * 5)
const percent = (value: number) => `${Math.round(value)} %`

const services = ['orders', 'payments', 'search', 'a-service-with-a-much-longer-name'].map(id => ({ id, title: id }))
const checks = ['Owner', 'Docs', 'On call', 'Coverage', 'Alerts', 'Runbook'].map(title => ({ id: title, title }))

function toCell(row: string, column: string): HeatCell | undefined {
  const score = (row.length * 31 + column.length * 17) % 101
  if (score > 92) return undefined
  if (score < 12) return { words: 'Unknown', tone: 'unknown' }
  const tone = score > 66 ? 'ok' : score > 33 ? 'warning' : 'error'
  return {
    words: percent(score),
    tone,
    strength: Math.abs(score - 50) / 50,
    ...(row === 'orders' && { to: '/catalog' }),
    ...(row === 'payments' && { note: 'of 80 %' }),
  }
}

/** Numbers as drawings, each also in words. */
export function ChartSamples() {
  return (
    <>
      <Sample name="A line over time">
        <TrendChart
          label="Coverage"
          series={[{ name: 'Coverage', points: coverage }]}
          format={percent}
          goal={{ value: 80, label: 'Goal' }}
        />
      </Sample>
      <Sample name="Several lines, one with a gap, and one value, and none">
        <div className={styles.columns}>
          <TrendChart
            label="Findings"
            series={[
              { name: 'Errors', points: errors, tone: 'error' },
              { name: 'Warnings', points: warnings, tone: 'warning' },
              { name: 'Notes', points: toSeries(60, index => index / 4) },
            ]}
          />
          <TrendChart label="One value" series={[{ name: 'Builds', points: toSeries(1, () => 12) }]} />
          <TrendChart label="No values" series={[]} />
        </div>
      </Sample>
      <Sample name="Sparklines">
        <div className={styles.row}>
          <Sparkline label="Coverage" points={coverage} format={percent} />
          <Sparkline label="Errors" points={errors} tone="error" />
          <Sparkline label="Always the same" points={toSeries(9, () => 3)} tone="ok" />
          <Sparkline label="No values" points={[]} />
        </div>
      </Sample>
      <Sample name="Gauges">
        <div className={styles.row}>
          <Gauge label="Coverage" value={82} format={percent} tone="ok" />
          <Gauge label="Error budget" value={31} format={percent} tone="warning" />
          <Gauge label="Disk" value={97} format={percent} tone="error" />
          <Gauge label="Requests a second" value={1240} max={2000} />
          <Gauge label="Nothing yet" value={0} />
          <Gauge label="Not known" value={undefined} />
        </div>
      </Sample>
      <Sample name="Parts of a whole">
        <div className={styles.columns}>
          <StackedBar
            label="Languages"
            format={percent}
            parts={[
              { label: 'TypeScript', value: 61 },
              { label: 'Go', value: 24 },
              { label: 'CSS', value: 12 },
              { label: 'Shell', value: 3 },
            ]}
          />
          <StackedBar
            label="Checks"
            parts={[
              { label: 'passed', value: 42, tone: 'ok' },
              { label: 'warned', value: 6, tone: 'warning' },
              { label: 'failed', value: 3, tone: 'error' },
              { label: 'not run', value: 9, tone: 'unknown' },
            ]}
          />
        </div>
      </Sample>
      <Sample name="Severities">
        <div className={styles.row}>
          <SeverityCounts label="Findings" counts={{ critical: 1, high: 4, medium: 12, low: 140, info: 3 }} />
          <SeverityCounts label="No findings" counts={{ critical: 0, high: 0, medium: 0 }} />
        </div>
      </Sample>
      <Sample name="States">
        <div className={styles.row}>
          <Status kind="ok">Healthy</Status>
          <Status kind="info">Suspended</Status>
          <Status kind="warning">Out of sync</Status>
          <Status kind="error">Degraded</Status>
          <Status kind="unknown" />
        </div>
      </Sample>
      <Sample name="A table by colour">
        <HeatTable label="Scores" corner="Service" rows={services} columns={checks} cellOf={(row, column) => toCell(row.id, column.id)} />
      </Sample>
    </>
  )
}
