package dev.hpa.cli.recommend;

/** A property that a recommendation changes, with both values as the user knows them. */
record Change(String name, String from, String to) {}
