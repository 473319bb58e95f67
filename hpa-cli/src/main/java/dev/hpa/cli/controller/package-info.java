/** The controller that runs in a cluster, as the source of what commands show. */
@org.jspecify.annotations.NullMarked
package dev.hpa.cli.controller;
