import type { Translation } from '@portico/core/web'

/** The APIs of components and systems in Spanish. */
export const relatedTexts: Translation = {
  'api-docs.related': {
    provided: 'API ofrecidas',
    consumed: 'API consumidas',
    noneProvided: 'No ofrece ninguna API. Se nombran en {field} de su archivo de catálogo.',
    noneConsumed: 'No consume ninguna API. Se nombran en {field} de su archivo de catálogo.',
    noneInSystem: 'Ninguna API pertenece a este sistema y ningún componente suyo ofrece una. Las API nombran su sistema en {field}.',
    noneConsumedInSystem: 'Ningún componente de este sistema consume una API de otro. Los componentes las nombran en {field}.',
    name: 'Nombre',
    type: 'Tipo',
    version: 'Versión',
    owner: 'Propietario',
    lifecycle: 'Ciclo de vida',
    description: 'Descripción',
    through: 'Mediante',
    definition: 'Definición',
    openDefinition: 'Definición de {name}',
    notInCatalog: 'No está en el catálogo',
    failed: 'No se pudieron cargar las API',
    partial: 'Solo se miraron los primeros {count} componentes del sistema.',
  },
}
