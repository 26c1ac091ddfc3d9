import { escapeHtml } from '@portico/core/common'
import type { Principal } from '@portico/core/server'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { badgeInvalid, entityNotFound } from '../errors.ts'
import { isMember, levelOf } from '../scoring/board.ts'
import { scorecardOf } from '../scoring/overview.ts'
import type { Reading } from '../scoring/reading.ts'
import { addCells, emptyTally, toScore } from '../scoring/tally.ts'
import type { ResultIndex } from '../results/result-index.ts'

const signatureBytes = 15

export interface BadgeDependencies {
  readonly reading: Reading
  readonly index: Pick<ResultIndex, 'now' | 'ready'>
  readonly signingKey: () => Promise<Buffer>
  readonly apiUrl: string
  readonly pageUrl: (ref: string) => string
}

/** Badges for READMEs. Whoever has the address sees the score of one entity, and nothing else: the address is signed. */
export function createBadges({ reading, index, signingKey, apiUrl, pageUrl }: BadgeDependencies) {
  async function sign(payload: string): Promise<Buffer> {
    return createHmac('sha256', await signingKey())
      .update(`badge ${payload}`)
      .digest()
      .subarray(0, signatureBytes)
  }

  return {
    async address(caller: Principal, ref: string, scorecard: string | undefined): Promise<{ url: string; markdown: string }> {
      if (!(await reading.canSee(caller, ref))) throw entityNotFound(ref)
      if (scorecard !== undefined) scorecardOf((await reading.sightOf(caller)).board, scorecard)
      const payload = Buffer.from(JSON.stringify([ref, ...(scorecard === undefined ? [] : [scorecard])])).toString('base64url')
      const url = `${apiUrl}/badges/${payload}.${(await sign(payload)).toString('base64url')}.svg`
      return { url, markdown: `[![Score](${url})](${pageUrl(ref)})` }
    },
    async svg(token: string): Promise<string> {
      const [payload = '', signature = ''] = token.replace(/\.svg$/, '').split('.')
      const [expected, given] = [await sign(payload), Buffer.from(signature, 'base64url')]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badgeInvalid()
      const [ref = '', name] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as string[]
      await index.ready()
      const board = reading.board()
      const each = index.now().entities.get(ref)
      const scorecard = board.scorecards.find(known => known.name === name)
      const label = scorecard?.known.document.metadata.title ?? 'score'
      if (!each || (scorecard && !isMember(each.cells, scorecard.member))) return draw(label, 'unknown', undefined)
      const tally = emptyTally()
      addCells(tally, each.cells, scorecard?.checks ?? board.checks, board.codes)
      const { score, coverage } = toScore(tally)
      const level = scorecard && scorecard.levels[levelOf(scorecard, each.cells, board.codes) - 1]?.title
      const percent = score === undefined ? 'unknown' : `${Math.round(score)} %`
      const words = [level, percent, coverage < 100 && score !== undefined ? `${Math.round(coverage)} % known` : undefined]
      return draw(label, words.filter(Boolean).join(' · '), score)
    },
  }
}

const colourOf = (score: number | undefined) =>
  score === undefined ? '#6b7280' : score >= 80 ? '#2b8a3e' : score >= 50 ? '#b35c00' : '#c92a2a'
const widthOf = (text: string) => Math.round(text.length * 6.6 + 16)

function draw(label: string, value: string, score: number | undefined): string {
  const [left, right] = [widthOf(label), widthOf(value)]
  const name = escapeHtml(`${label}: ${value}`)
  const text = (x: number, words: string) => `<text x="${x}" y="14" text-anchor="middle">${escapeHtml(words)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}"><title>${name}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#374151"/><rect x="${left}" width="${right}" height="20" fill="${colourOf(score)}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(left / 2, label)}${text(left + right / 2, value)}</g></svg>`,
  ].join('')
}
