package dev.hpa.benchmarks.load;

import dev.hpa.conformance.environment.CommandTemplate;

/** A controller to be measured. */
record Contender(String name, CommandTemplate command) {}
