/** The forms in which objects of the API travel, all of which can be had as JSON. */
@NullMarked
package dev.hpa.kube.content;

import org.jspecify.annotations.NullMarked;
