import { spawn } from 'node:child_process'
import os from 'node:os'
import { Failure } from './failure.mjs'
import { root } from './repository.mjs'

/** Runs a program to its end without input and collects its output. Never rejects: a program that cannot start has code 127. */
export function collect(command, args, options = {}) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    const keep = chunk => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.on('error', error => resolve({ code: 127, output: error.message }))
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a program that speaks for itself on our terminal; resolves to its exit code. */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
    const stopForwarding = forwardSignals(child)
    child.on('error', error => {
      stopForwarding()
      reject(new Failure(`cannot run ${command}: ${error.message}`))
    })
    child.on('close', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + os.constants.signals[signal])
    })
  })
}

/** Becomes the program, as far as its terminal, its signals and its exit code are concerned. */
export async function become(command, args, options = {}) {
  process.exitCode = await show(command, args, { stdio: 'inherit', ...options })
}

function forwardSignals(child) {
  const forward = signal => {
    // A terminal sends Ctrl+C to the whole group: the child has it already, and a second one would mean "now!".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => {
    for (const signal of signals) process.off(signal, forward)
  }
}
