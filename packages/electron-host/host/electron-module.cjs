'use strict'
module.exports = globalThis[Symbol.for('electron-host.module')]
