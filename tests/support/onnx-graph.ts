// Writes small ONNX graphs by hand (protobuf wire format), so that tests make their own models of every kind.

type Attribute = number | number[];

export interface OnnxNode {
  op: string;
  inputs: string[];
  outputs: string[];
  /** Whole numbers and lists of them, or `{ float }`. */
  attributes?: Record<string, Attribute | { float: number }>;
}

interface OnnxTensor {
  name: string;
  dims: (number | string)[];
}

export interface OnnxConstant {
  name: string;
  dims: number[];
  data: Float32Array | BigInt64Array;
}

export interface OnnxGraph {
  nodes: OnnxNode[];
  inputs: OnnxTensor[];
  outputs: OnnxTensor[];
  constants: OnnxConstant[];
}

const varint = (value: number | bigint): Buffer => {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
};

const number = (field: number, value: number | bigint): Buffer =>
  Buffer.concat([varint(field << 3), varint(value)]);

const bytes = (field: number, value: Buffer | string): Buffer => {
  const content = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
};

const float = (field: number, value: number): Buffer => {
  const content = Buffer.alloc(4);
  content.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), content]);
};

const attribute = (name: string, value: Attribute | { float: number }): Buffer => {
  if (typeof value === 'number') return Buffer.concat([bytes(1, name), number(3, value), number(20, 2)]);
  if (Array.isArray(value))
    return Buffer.concat([bytes(1, name), ...value.map((item) => number(8, item)), number(20, 7)]);
  return Buffer.concat([bytes(1, name), float(2, value.float), number(20, 1)]);
};

const node = ({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer =>
  Buffer.concat([
    ...inputs.map((input) => bytes(1, input)),
    ...outputs.map((output) => bytes(2, output)),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
  ]);

const constant = ({ name, dims, data }: OnnxConstant): Buffer =>
  Buffer.concat([
    ...dims.map((dim) => number(1, dim)),
    number(2, data instanceof Float32Array ? 1 : 7),
    bytes(8, name),
    bytes(9, Buffer.from(data.buffer, data.byteOffset, data.byteLength)),
  ]);

const valueInfo = ({ name, dims }: OnnxTensor): Buffer => {
  const shape = dims.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : bytes(2, dim)));
  const tensor = Buffer.concat([number(1, 1), bytes(2, Buffer.concat(shape))]);
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, tensor))]);
};

/** A complete .onnx file, opset 16. */
export const writeOnnx = ({ nodes, inputs, outputs, constants }: OnnxGraph): Buffer => {
  const graph = Buffer.concat([
    ...nodes.map((item) => bytes(1, node(item))),
    bytes(2, 'test'),
    ...constants.map((item) => bytes(5, constant(item))),
    ...inputs.map((item) => bytes(11, valueInfo(item))),
    ...outputs.map((item) => bytes(12, valueInfo(item))),
  ]);
  const opset = Buffer.concat([bytes(1, ''), number(2, 16)]);
  return Buffer.concat([number(1, 8), bytes(7, graph), bytes(8, opset)]);
};

/** w[i] = scale·sin(phase + 1.7·i), the weights of make-golden.py. */
export const sineWeights = (name: string, dims: number[], scale: number, phase: number): OnnxConstant => ({
  name,
  dims,
  data: Float32Array.from(
    { length: dims.reduce((a, b) => a * b, 1) },
    (_, i) => scale * Math.sin(phase + 1.7 * i),
  ),
});

export const shapeConstant = (name: string, shape: number[]): OnnxConstant => ({
  name,
  dims: [shape.length],
  data: BigInt64Array.from(shape, BigInt),
});
