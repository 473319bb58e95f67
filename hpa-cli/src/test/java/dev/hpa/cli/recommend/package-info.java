@NullMarked
package dev.hpa.cli.recommend;

import org.jspecify.annotations.NullMarked;
