/** Content types of API objects and their conversion to JSON. */
@NullMarked
package dev.hpa.kube.content;

import org.jspecify.annotations.NullMarked;
