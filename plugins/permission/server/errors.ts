import { inputError, notAllowedError, notFoundError } from '@portico/core/common'

export function serviceRefused() {
  return notAllowedError('Permissions are asked by users, and by plugins on behalf of one; this is a service', {
    code: 'permission.user-needed',
  })
}

export function idTwice(id: string) {
  return inputError(`Two items have the id '${id}': their answers would be ambiguous`, { code: 'permission.id-twice' })
}

export function tooManyRefs(max: number) {
  return inputError(`A request can name ${max} resources at most`, { code: 'permission.too-many-refs' })
}

export function resourceNeeded(permission: string) {
  return inputError(`The permission ${permission} is about a resource: name it in resourceRef`, {
    code: 'permission.resource-needed',
  })
}

export function permissionUnknown(permission: string) {
  return notFoundError(`No plugin declares the permission ${permission}`, { code: 'permission.unknown' })
}

export function permissionDiffers(permission: string, declared: string) {
  return inputError(`The permission ${permission} is declared as ${declared}`, { code: 'permission.declared-differently' })
}
