package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;

/**
 * The namespace of a case, with its workload, its metrics and its autoscalers. Nobody but the case
 * acts in it, and the implementation.
 */
public interface CaseContext {

  /** Makes the target, a custom resource that nobody has a controller for. */
  void createTarget(String name, int replicas, String selector)
      throws IOException, InterruptedException;

  /** Changes the replicas a target is to have, as a user does. */
  void setReplicas(String name, int replicas) throws IOException, InterruptedException;

  /**
   * From now on a target has the replicas and pods that are asked for, about {@code delay} later;
   * the pods are all alike.
   *
   * @param like the name stands before a number
   */
  void follow(String name, Pod like, Duration delay) throws IOException, InterruptedException;

  /** Changes the status of a target by a merge patch. */
  void setTargetStatus(String name, JsonNode patch) throws IOException, InterruptedException;

  /** Makes an object of any kind in the namespace of the case. */
  void create(String collection, JsonNode object) throws IOException, InterruptedException;

  /** Deletes an object of any kind. */
  void delete(String collection, String name) throws IOException, InterruptedException;

  /** Makes a pod, or makes one what it is not yet. */
  void put(Pod pod) throws IOException, InterruptedException;

  /** Makes an autoscaler. */
  void createAutoscaler(String name, JsonNode spec) throws IOException, InterruptedException;

  /** Changes an autoscaler by a merge patch of the whole object. */
  void changeAutoscaler(String name, JsonNode patch) throws IOException, InterruptedException;

  /** Changes the status of an autoscaler by a merge patch. */
  void changeStatus(String name, JsonNode patch) throws IOException, InterruptedException;

  void deleteAutoscaler(String name) throws IOException, InterruptedException;

  /** The metrics of the namespace. */
  Metrics metrics();

  /** What goes wrong with the requests of the implementation. */
  void fail(InjectedFault mishap);

  /** Nothing goes wrong any more. */
  void failNothing();

  /** Ends the implementation and starts it again. */
  void restart() throws IOException, InterruptedException;

  /** Lets time pass. */
  void pass(Duration time) throws InterruptedException;
}
