import fs from 'node:fs'
import path from 'node:path'

/** What packages bring and no program here reads: maps of their sources, and the headers of Node. A quarter of all that is installed. */
const isMap = name => /\.(?:[cm]?js|css|d\.[cm]?ts)\.map$/.test(name)
const isHeaders = folder => /[\\/]node-[a-z0-9]+-[a-z0-9]+[\\/]include$/.test(folder)

/** Removes these files below a folder of packages. */
export function removeUnreadFiles(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && !isHeaders(file)) removeUnreadFiles(file)
    else if (entry.isDirectory() || (entry.isFile() && isMap(entry.name))) fs.rmSync(file, { recursive: true, force: true })
  }
}
