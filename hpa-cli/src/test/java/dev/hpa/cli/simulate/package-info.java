/** Tests of simulations. */
@NullMarked
package dev.hpa.cli.simulate;

import org.jspecify.annotations.NullMarked;
