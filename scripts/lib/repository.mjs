import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the checkout, wherever the command was typed. */
export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** A path inside the checkout. */
export function inRoot(...parts) {
  return path.join(root, ...parts)
}

/** The script of a tool that is installed here, to be run by a Node of our choice. */
export function toolPath(name, script) {
  return inRoot('node_modules', ...name.split('/'), ...script.split('/'))
}
