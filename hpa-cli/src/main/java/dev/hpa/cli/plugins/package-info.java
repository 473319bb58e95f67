/** Lists plug-ins and queries them. */
@NullMarked
package dev.hpa.cli.plugins;

import org.jspecify.annotations.NullMarked;
