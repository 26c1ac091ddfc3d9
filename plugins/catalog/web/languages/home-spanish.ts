import type { Translation } from '@portico/core/web'

/** The catalog's widgets of the home page in Spanish. */
export const homeTexts: Translation = {
  'catalog-home': {
    starred: 'Sus favoritos',
    starredText: 'Las entidades que ha marcado con una estrella, en todos los dispositivos.',
    noStars: 'Todavía no ha marcado nada con una estrella',
    noStarsText: 'Pulse la estrella junto al nombre de una entidad para tenerla aquí.',
    openStep: 'Abrir un componente',
    openStepText: 'Su propietario, documentación, builds y dependencias en una página.',
    starStep: 'Marcar con una estrella',
    starStepText: 'Las estrellas llevan de vuelta desde aquí, en cada dispositivo.',
    changes: 'Cambios recientes',
    changesText: 'Cambios recientes de lo que es suyo o tiene una estrella.',
    noChanges: 'No ha cambiado nada',
    noChangesText: 'Aquí aparecen los cambios de lo que es suyo o tiene una estrella.',
    changesFailed: 'No se pudieron leer los cambios',
    attention: 'Estado del catálogo',
    'failed-document': 'No se pudo procesar',
    'unreadable-source': 'No se puede leer su origen',
    'forbidden-source': 'Su origen no está permitido',
    'name-conflict': 'Otro origen tiene este nombre',
    'dangling-reference': 'Remite a algo que falta',
    orphan: 'Ya no está en ningún origen',
    unowned: 'No tiene propietario',
    'stale-source': 'No se ha leído desde hace tiempo',
  },
}
