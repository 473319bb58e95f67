/**
 * A deterministic simulation of whole controllers: everything that two runs could differ in, which
 * is time, threads and random, comes from one seed. See {@code docs/testing.md}.
 */
@NullMarked
package dev.hpa.controller.world;

import org.jspecify.annotations.NullMarked;
