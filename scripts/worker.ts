// `npm run worker`: the separation worker alone, for a machine of its own.
import '../workers/main.ts';
