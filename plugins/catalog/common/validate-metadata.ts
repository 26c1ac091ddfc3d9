import { invalidField, isRecord, missingField, type Problem } from '@portico/core/common'
import {
  allowedFormats,
  isValidAnnotationKey,
  isValidAnnotationValue,
  isValidLabelKey,
  isValidLabelValue,
  isValidNamespace,
  isValidTag,
  isValidUrl,
} from './formats.ts'

type Fields = Readonly<Record<string, unknown>>

/** Checks everything in `metadata` but the name. Other keys than the known ones are free. */
export function checkMetadata(metadata: Fields, problems: Problem[]): void {
  checkField(metadata, 'namespace', isValidNamespace, allowedFormats.namespace, problems)
  checkField(metadata, 'title', isFilled, allowedFormats.filledText, problems)
  checkField(metadata, 'description', isString, allowedFormats.text, problems)
  checkField(metadata, 'uid', isFilled, allowedFormats.filledText, problems)
  checkField(metadata, 'etag', isFilled, allowedFormats.filledText, problems)
  checkMap(metadata, 'labels', isValidLabelKey, isValidLabelValue, allowedFormats.labelValue, problems)
  checkMap(metadata, 'annotations', isValidAnnotationKey, isValidAnnotationValue, allowedFormats.text, problems)
  checkTags(metadata['tags'], problems)
  checkLinks(metadata['links'], problems)
}

function checkField(metadata: Fields, name: string, isValid: (value: unknown) => boolean, words: string, problems: Problem[]): void {
  const value = metadata[name]
  if (value !== undefined && !isValid(value)) problems.push(invalidField(['metadata', name], value, words))
}

function checkMap(
  metadata: Fields,
  name: string,
  isKey: (key: unknown) => boolean,
  isValue: (value: unknown) => boolean,
  words: string,
  problems: Problem[],
): void {
  const map = metadata[name]
  if (map === undefined) return
  if (!isRecord(map)) {
    problems.push(invalidField(['metadata', name], map, 'an object of texts'))
    return
  }
  for (const key of Object.keys(map)) {
    if (!isKey(key)) problems.push(invalidField(['metadata', name, key], key, `a key is ${allowedFormats.key}`))
    const value = map[key]
    if (!isValue(value))
      problems.push(invalidField(['metadata', name, key], value, isQuotable(value) ? `${words}; put it in quotes` : words))
  }
}

/** YAML reads `true` and `1` as something else than the text that was meant. */
function isQuotable(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

function checkTags(tags: unknown, problems: Problem[]): void {
  if (tags === undefined) return
  if (!Array.isArray(tags)) {
    problems.push(invalidField(['metadata', 'tags'], tags, 'a list of texts'))
    return
  }
  tags.forEach((tag, index) => {
    if (!isValidTag(tag)) problems.push(invalidField(['metadata', 'tags', index], tag, allowedFormats.tag))
  })
}

function checkLinks(links: unknown, problems: Problem[]): void {
  if (links === undefined) return
  if (!Array.isArray(links)) {
    problems.push(invalidField(['metadata', 'links'], links, 'a list of objects with a url'))
    return
  }
  links.forEach((link: unknown, index) => {
    const path = ['metadata', 'links', index]
    if (!isRecord(link)) {
      problems.push(invalidField(path, link, 'an object with a url'))
      return
    }
    if (link['url'] === undefined) problems.push(missingField([...path, 'url'], `${allowedFormats.url} is required`))
    else if (!isValidUrl(link['url'])) problems.push(invalidField([...path, 'url'], link['url'], allowedFormats.url))
    for (const name of ['title', 'icon', 'type']) {
      const value = link[name]
      if (value !== undefined && !isVisible(value)) problems.push(invalidField([...path, name], value, allowedFormats.visibleText))
    }
  })
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isFilled(value: unknown): boolean {
  return isString(value) && value !== ''
}

function isVisible(value: unknown): boolean {
  return isString(value) && value.trim() !== ''
}
