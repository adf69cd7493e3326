import fc from 'fast-check';

// A change that a property notices need not be explained by its smallest counterexample; and one that survives is held
// against each property for three seconds, not for thousands of runs: that can only make the score worse.
fc.configureGlobal({ endOnFailure: true, interruptAfterTimeLimit: 3_000 });
