import { pick } from '../chance.ts'
import type { ToolAnswer } from '../tool.ts'

export interface MonthlyCost {
  readonly growth: number
  readonly services: Readonly<Record<string, number>>
}

const months = 12

/** A file of what everything cost, as the people with the invoices would write it. The last month is not over. */
export function answerCost(costs: Readonly<Record<string, MonthlyCost>>, path: string, now = new Date()): ToolAnswer | undefined {
  if (path !== '/cost.csv') return undefined
  const lines = Object.entries(costs).flatMap(([entity, { growth, services }]) =>
    Array.from({ length: months }, (_, back) => {
      const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))
      const month = first.toISOString().slice(0, 7)
      const share = back === 0 ? now.getUTCDate() / 31 : 1
      return Object.entries(services).map(([service, amount]) => {
        const differs = 0.96 + pick(80, entity, month, service) / 1000
        return `${entity},${month},${(amount * (1 + growth) ** -back * differs * share).toFixed(2)},${service}`
      })
    }).flat(),
  )
  return { body: ['entity,month,amount,service', ...lines, ''].join('\n'), headers: { 'content-type': 'text/csv; charset=utf-8' } }
}
