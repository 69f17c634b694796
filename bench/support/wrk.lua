-- Sends requests of a file in turn: blocks of a length in bytes, a line break and that many bytes.
-- Arguments: the file, and four characters that no other run has. Writes a line to standard error when the first request goes.
local requests, position, made, run = {}, 0, 0, ""
local begun = false

function init(args)
  local file = assert(io.open(args[1], "rb"))
  run = args[2]
  while true do
    local length = file:read("*l")
    if length == nil then break end
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
end

function request()
  if not begun then
    begun = true
    io.stderr:write("begun\n")
  end
  position = position % #requests + 1
  local bytes = requests[position]
  if bytes:find("@@UNIQUE@@@@", 1, true) then
    made = made + 1
    bytes = bytes:gsub("@@UNIQUE@@@@", string.format("%s%08x", run, made))
  end
  return bytes
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests": %d, "seconds": %.6f, "failures": %d, "p50": %.4f, "p99": %.4f}\n',
    summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
