/** The division of a cluster's namespaces among the replicas of the controller. */
@NullMarked
package dev.hpa.controller.shards;

import org.jspecify.annotations.NullMarked;
