import { promisify } from 'node:util'
import { constants, deflateRaw } from 'node:zlib'
import type { DeflateBlocks } from '#src/domain/export/zip-stream.ts'

const deflate = promisify(deflateRaw)

/** Compresses in a thread of Node's pool, so that other requests run meanwhile. */
export const deflateBlocks: DeflateBlocks = (bytes) =>
  deflate(bytes, {
    level: constants.Z_BEST_SPEED, // a person waits for the file
    finishFlush: constants.Z_SYNC_FLUSH, // ends no stream: more blocks may follow
  })
