/**
 * What the kinds of the API look like: the types of their members, how their lists and maps are
 * merged, and a few words about each.
 */
@NullMarked
package dev.hpa.sandbox.schema;

import org.jspecify.annotations.NullMarked;
