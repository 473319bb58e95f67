package dev.hpa.benchmarks.load;

import dev.hpa.conformance.environment.CommandTemplate;

/** A controller to measure. */
record Contender(String name, CommandTemplate command) {}
