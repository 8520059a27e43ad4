import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson } from './canonical-json.ts';

test('writes the example of RFC 8785 as the RFC does', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  assert.equal(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('orders names by UTF-16 code units, not by code points', () => {
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
  const names = Object.keys(JSON.parse(canonicalJson(value)) as object);
  assert.deepEqual(names, ['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
});

test('leaves out what JSON leaves out', () => {
  assert.equal(
    canonicalJson({ b: [undefined, 1], a: undefined, c: { z: null, 'a b': -0 } }),
    '{"b":[null,1],"c":{"a b":0,"z":null}}',
  );
});
