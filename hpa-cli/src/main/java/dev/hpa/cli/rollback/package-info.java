/** {@code hpa rollback}: what options leave behind in a cluster without this controller. */
@NullMarked
package dev.hpa.cli.rollback;

import org.jspecify.annotations.NullMarked;
