#!/usr/bin/env node
// Prisma's schema engine without its download: the WebAssembly build from npm, speaking the JSON-RPC the CLI expects.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as wasmModule from '@prisma/schema-engine-wasm/schema_engine_bg';

/** Postgres's internal one-byte "char", in which the system catalogue keeps kinds; the adapter cannot return it. */
const charOid = 18;
const textOid = 25;
/** The error code under which the CLI looks for a message in `data`. */
const rpcErrorCode = 4466;
/** The engine asks the CLI to print under ids of its own, far from the CLI's. */
const printIdOffset = 1_000_000;

const argument = (name) => {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : undefined;
};

let panicMessage = '';

const loadEngine = () => {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      panicMessage = message;
    },
  };
  const folder = path.dirname(fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm')));
  const code = new WebAssembly.Module(readFileSync(path.join(folder, 'schema_engine_bg.wasm')));
  const { exports } = new WebAssembly.Instance(code, { './schema_engine_bg.js': wasmModule });
  wasmModule.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return wasmModule.SchemaEngine;
};

/** Reads "char" columns as text, and runs scripts whole: the adapter would cut function bodies at every semicolon. */
const widen = (adapter) => {
  const { queryRaw, startTransaction } = adapter;
  adapter.queryRaw = async (query) => {
    let charColumns = [];
    const asText = async (request) => {
      const result = await adapter.performIO(request);
      charColumns = result.fields.map((field) => field.dataTypeID === charOid);
      for (const field of result.fields) if (field.dataTypeID === charOid) field.dataTypeID = textOid;
      return result;
    };
    const result = await queryRaw.call(Object.create(adapter, { performIO: { value: asText } }), query);
    result.columnTypes = result.columnTypes.map((type, at) =>
      charColumns[at] ? ColumnTypeEnum.Character : type,
    );
    return result;
  };
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  if (startTransaction)
    adapter.startTransaction = async (isolation) => widen(await startTransaction.call(adapter, isolation));
  return adapter;
};

class SchemaEnginePg extends PrismaPg {
  constructor(url) {
    super({ connectionString: url, max: 4 });
    this.databaseUrl = url;
  }

  async connect() {
    return widen(await super.connect());
  }

  // The base class keeps the connection string, so its shadow database would be the main one.
  async connectToShadowDb() {
    const main = await super.connect();
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await main.underlyingDriver().query(`CREATE DATABASE "${name}"`);
    const url = new URL(this.databaseUrl);
    url.pathname = `/${name}`;
    const shadow = widen(await new PrismaPg({ connectionString: url.href, max: 2 }).connect());
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await main.underlyingDriver().query(`DROP DATABASE IF EXISTS "${name}"`);
      await main.dispose();
    };
    return shadow;
  }
}

/** The engine names errors of the adapter by number; the adapter's own words are what helps. */
const describeError = (factory, error) => {
  const message = String(error?.message ?? error);
  const number = /External error id#(\d+)/.exec(message)?.[1];
  const outer = number === undefined ? undefined : factory.errorRegistry?.consumeError?.(Number(number));
  const words = JSON.stringify(outer?.error?.cause ?? outer?.error?.message);
  return {
    message: outer ? message.replace(/external connector error\s*External error id#\d+/i, words) : message,
    code: error?.code,
    meta: error?.meta,
  };
};

const send = (message) =>
  new Promise((done) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, done));

/** `cli can-connect-to-database`: the exit code is the answer, and standard error the reason. */
const answerConnectionCheck = async (engine, factory, url) => {
  try {
    await engine.ensureConnectionValidity({ datasource: { tag: 'ConnectionString', url } });
    process.exit(0);
  } catch (error) {
    const { message, code } = describeError(factory, error);
    const fields = { is_panic: false, message, error_code: code ?? 'P1001' };
    console.error(JSON.stringify({ timestamp: '', level: 'ERROR', fields, target: 'schema_engine' }));
    process.exit(1);
  }
};

const methodNames = { getDatabaseVersion: 'version' };

const answer = async (engine, factory, { id, method, params }) => {
  try {
    const call = engine[methodNames[method] ?? method];
    if (!call) throw new Error(`The schema engine has no method ${method}.`);
    const result = await call.call(engine, params);
    if (method === 'diff' && typeof result?.stdout === 'string')
      await send({ id: id + printIdOffset, method: 'print', params: { content: result.stdout } });
    await send({ id, result: result ?? null });
  } catch (error) {
    const { message, code, meta } = describeError(factory, error);
    const data = {
      is_panic: panicMessage !== '',
      message: panicMessage || message,
      meta: meta ?? {},
      error_code: code ?? null,
    };
    await send({
      id,
      error: { code: rpcErrorCode, message: 'An error happened. Check the data field for details.', data },
    });
  }
};

const main = async () => {
  const SchemaEngine = loadEngine();
  const { url } = JSON.parse(argument('--datasource') ?? '{}');
  const factory = bindMigrationAwareSqlAdapterFactory(new SchemaEnginePg(url));
  const datamodels = argument('--datamodels')
    ?.split(',')
    .map((file) => [file, readFileSync(file, 'utf8')]);
  const engine = await SchemaEngine.new({ datamodels }, () => {}, factory);
  if (process.argv.includes('cli')) return answerConnectionCheck(engine, factory, url);

  // One request at a time, in order: the engine keeps state between them.
  let queue = Promise.resolve();
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    const request = JSON.parse(line);
    // A message without a method is the CLI's answer to a `print`.
    if (request.method) queue = queue.then(() => answer(engine, factory, request));
  });
  lines.on('close', () => {
    void queue.then(() => process.exit(0));
  });
};

await main();
