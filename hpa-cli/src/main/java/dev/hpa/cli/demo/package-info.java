/** The demonstration: what a run recorded, and the ways to show it in a terminal and as a page. */
@NullMarked
package dev.hpa.cli.demo;

import org.jspecify.annotations.NullMarked;
