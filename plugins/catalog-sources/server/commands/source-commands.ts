import type { Command, CommandContext } from '@portico/core/server'
import type { SourceRun } from '@portico/catalog-sources/common'
import { setTimeout as delay } from 'node:timers/promises'
import { compare, toDryRun } from '../sources/run-source.ts'
import { sourceRecordsService } from '../sources/source-records.ts'
import { readOffline } from './offline-sources.ts'

const maxWaitMs = 15 * 60_000
const lookEveryMs = 500

const id = { name: '<id>', description: 'a source, as sources list shows it: github:acme' }
const json = { flags: '--json', description: 'print as JSON' }

const listCommand: Command = {
  name: 'sources list',
  summary: 'List the sources of catalog.providers, with their last runs',
  options: [json],
  async run(context) {
    const { sources } = await readOffline(context)
    const known = await context.withService(sourceRecordsService, async records => (await records?.all()) ?? new Map())
    const items = sources.map(source => ({ id: source.id, title: source.title, ...known.get(source.id) }))
    if (context.options['json']) context.print(JSON.stringify(items, undefined, 2))
    else if (items.length === 0) context.print('There are no sources in catalog.providers')
    else
      for (const { id: name, title, lastRun, isPaused } of items)
        context.print(`${name}  ${title}: ${isPaused ? 'paused, ' : ''}${toLine(lastRun)}`)
  },
}

const runCommand: Command = {
  name: 'sources run',
  summary: 'Have a running server ask a source now, and wait for the result',
  args: [id],
  options: [{ flags: '--force', description: 'also when much would be removed' }],
  async run(context) {
    const { args, options, print, warn } = context
    const source = await sourceOf(context)
    if (!source) return 2
    return context.withService(sourceRecordsService, async records => {
      if (!records) {
        warn('error: there is no database yet: start the portal first')
        return 1
      }
      const before = (await records.all()).get(source.id)?.lastRun?.startedAt
      await records.requestRun(source.id, options['force'] === true)
      print(`${args[0]} was asked for; a running server takes it up`)
      for (const until = Date.now() + maxWaitMs; Date.now() < until; await delay(lookEveryMs)) {
        const run = (await records.all()).get(source.id)?.lastRun
        if (!run || run.startedAt === before) continue
        print(toLine(run))
        return run.result === 'completed' ? 0 : 1
      }
      warn('error: no server has run it. Is one running on this database?')
      return 1
    })
  },
}

const dryRunCommand: Command = {
  name: 'sources dry-run',
  summary: 'Ask a source what it has, and tell what a run would change',
  args: [id],
  options: [json],
  async run(context) {
    const { options, print, warn } = context
    const source = await sourceOf(context)
    if (!source) return 2
    const startedAt = Date.now()
    try {
      const found = await source.find()
      const before = await context.withService(sourceRecordsService, async records => (await records?.snapshot(source.id)) ?? {})
      const result = toDryRun(startedAt, compare(found, before), undefined)
      if (options['json']) print(JSON.stringify({ ...result, entities: found.entities }, undefined, 2))
      else {
        print(toLine(result.run))
        for (const [word, refs] of [
          ['+', result.added],
          ['~', result.changed],
          ['-', result.removed],
        ] as const)
          for (const ref of refs) print(`${word} ${ref}`)
        for (const { what, why } of result.run.skipped) print(`  ${what} is left out: ${why}`)
      }
      return 0
    } catch (error) {
      warn(`error: ${error instanceof Error ? error.message : String(error)}`)
      return 1
    }
  },
}

async function sourceOf(context: CommandContext) {
  const { sources } = await readOffline(context)
  const found = sources.find(source => source.id === context.args[0])
  if (!found)
    context.warn(`error: there is no source '${context.args[0]}'; there are ${sources.map(source => source.id).join(', ') || 'none'}`)
  return found
}

function toLine(run: SourceRun | undefined): string {
  if (!run) return 'never run'
  const { startedAt, result, found, added, changed, removed, skippedCount, error } = run
  const counts = `found ${found}, added ${added}, changed ${changed}, removed ${removed}, left out ${skippedCount}`
  return `${result} at ${startedAt}: ${error ?? counts}`
}

/** `portico sources list|run|dry-run`. */
export const sourceCommands: readonly Command[] = [listCommand, runCommand, dryRunCommand]
