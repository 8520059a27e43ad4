// The stretch processor with an end: the published one asks to be called for ever, which keeps a closed audio context in
// memory. Setting its `alive` parameter to 0 lets it go.
import './stretch-capture.mjs';
import './signalsmith-stretch.mjs';

const [Stretch] = globalThis.capturedProcessors;

class EndableStretch extends Stretch {
  static get parameterDescriptors() {
    return [{ name: 'alive', defaultValue: 1, minValue: 0, maxValue: 1, automationRate: 'k-rate' }];
  }

  process(inputs, outputs, parameters) {
    if (parameters.alive[0] === 0) return false;
    return super.process(inputs, outputs, parameters);
  }
}

globalThis.registerProcessorOfContext('partbook-stretch', EndableStretch);
