/** Tests of simulations. */
@NullMarked
package dev.hpa.app.simulate;

import org.jspecify.annotations.NullMarked;
