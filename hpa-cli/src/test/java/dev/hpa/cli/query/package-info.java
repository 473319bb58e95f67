@NullMarked
package dev.hpa.cli.query;

import org.jspecify.annotations.NullMarked;
