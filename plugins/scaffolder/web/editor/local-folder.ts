import { findTemplatePath, folderLimits, toFolderFile, type FolderFile, type TemplateFolder } from './folder.ts'
import { starterFiles } from './starter-template.ts'

interface DirectoryHandle {
  readonly name: string
  values(): AsyncIterable<({ readonly kind: 'directory' } & DirectoryHandle) | ({ readonly kind: 'file' } & FileHandle)>
  getDirectoryHandle(name: string, options?: { readonly create?: boolean }): Promise<DirectoryHandle>
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<FileHandle>
}

interface FileHandle {
  readonly name: string
  getFile(): Promise<Blob>
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>
}

type Picker = (options: { readonly mode: 'readwrite' }) => Promise<DirectoryHandle>

/** What opens a directory, in the browsers that have it: some Chromium-based ones, over HTTPS. */
export function directoryPicker(): Picker | undefined {
  const { showDirectoryPicker, isSecureContext } = window as Window & { showDirectoryPicker?: Picker }
  return isSecureContext ? showDirectoryPicker?.bind(window) : undefined
}

/** Opens a directory of the user's machine; undefined when they close the dialog. */
export async function openLocalFolder(): Promise<TemplateFolder | undefined> {
  const root = await pick()
  return root && readFolder(root)
}

/** Writes a template to begin with into a directory that the user chooses, and opens it. */
export async function createLocalFolder(): Promise<TemplateFolder | undefined> {
  const root = await pick()
  if (!root) return undefined
  for (const [path, text] of Object.entries(starterFiles)) await write(root, path, text)
  return readFolder(root)
}

async function pick(): Promise<DirectoryHandle | undefined> {
  try {
    return await directoryPicker()?.({ mode: 'readwrite' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    throw error
  }
}

async function readFolder(root: DirectoryHandle): Promise<TemplateFolder> {
  const files: FolderFile[] = []
  const skipped: string[] = []
  let bytes = 0
  for await (const { path, handle } of filesOf(root, '')) {
    const file = await handle.getFile()
    bytes += file.size
    if (files.length >= folderLimits.files || file.size > folderLimits.fileBytes || bytes > folderLimits.bytes) skipped.push(path)
    else files.push(toFolderFile(path, new Uint8Array(await file.arrayBuffer())))
  }
  files.sort((one, other) => one.path.localeCompare(other.path))
  return {
    name: root.name,
    files,
    templatePath: findTemplatePath(files.map(({ path }) => path)) ?? 'template.yaml',
    skipped,
    save: (path, text) => write(root, path, text),
  }
}

async function* filesOf(folder: DirectoryHandle, prefix: string): AsyncGenerator<{ path: string; handle: FileHandle }> {
  for await (const entry of folder.values()) {
    if (entry.kind === 'file') yield { path: `${prefix}${entry.name}`, handle: entry }
    else if (!['node_modules', '.git'].includes(entry.name)) yield* filesOf(entry, `${prefix}${entry.name}/`)
  }
}

async function write(root: DirectoryHandle, path: string, text: string): Promise<void> {
  const names = path.split('/')
  const file = names.pop() ?? path
  let folder = root
  for (const name of names) folder = await folder.getDirectoryHandle(name, { create: true })
  const writable = await (await folder.getFileHandle(file, { create: true })).createWritable()
  await writable.write(text)
  await writable.close()
}
