#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { writeNewPlugin } from './new-command.ts'

// `npm create portico-plugin <name>`: the program of the package `create-portico-plugin`, which is `portico plugin new` of this version.
const args = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string }

process.exitCode = await writeNewPlugin({
  args,
  version,
  cwd: process.cwd(),
  print: line => void process.stdout.write(`${line}\n`),
  warn: line => void process.stderr.write(`error: ${line}\n`),
})
