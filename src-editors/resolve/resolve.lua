-- Implements the scripts "Import from Dailies" and "Return to Dailies" in DaVinci Resolve, free and Studio.
-- Arguments: "import" or "return", and the path of the file in which Dailies wrote the version sent last, as a table.
-- Uses only Lua 5.1 and the documented scripting API. Dailies reads output lines that begin with "dailies:".

local action, deliveryPath = ...

local sent = assert(loadfile(deliveryPath))()
local words, delivery = sent.words, sent.delivery

-- Menu scripts receive `resolve`; a script started from outside has to request it.
local isOutside = resolve == nil
local program = resolve or (Resolve and Resolve()) or (bmd and bmd.scriptapp("Resolve"))

--- Shows a window. The free edition may have none for scripts; then only the console shows the text.
local function showWindow(text)
  local dispatcher = bmd.UIDispatcher(fusion.UIManager)
  local ui = fusion.UIManager
  local window = dispatcher:AddWindow({
    ID = "Dailies",
    WindowTitle = "Dailies",
    Geometry = { 400, 300, 520, 200 },
    ui:VGroup({
      ui:Label({ ID = "Text", Text = text, WordWrap = true, Weight = 1 }),
      ui:Button({ ID = "Close", Text = "OK", Weight = 0 }),
    }),
  })
  local function close()
    dispatcher:ExitLoop()
  end
  window.On.Dailies.Close = close
  window.On.Close.Clicked = close
  window:Show()
  dispatcher:RunLoop()
  window:Hide()
end

local function say(...)
  local text = table.concat({ ... }, "\n")
  print(text)
  if not isOutside then
    pcall(showWindow, text)
  end
end

--- Calls a method that older versions lack. Returns nil if it fails.
local function try(object, method, ...)
  local isDone, result = pcall(function(...)
    return object[method](object, ...)
  end, ...)
  return isDone and result or nil
end

--- Returns a rate such as "29.97 DF" or 25 as a number.
local function rateOf(setting)
  return tonumber(string.match(tostring(setting), "[%d.]+"))
end

--- Returns a name that is not taken: "Harbour", "Harbour 2".
local function freeName(name, isTaken)
  local free, number = name, 1
  while isTaken(free) do
    number = number + 1
    free = name .. " " .. number
  end
  return free
end

local function isEmpty(project)
  local root = project:GetMediaPool():GetRootFolder()
  return project:GetTimelineCount() == 0 and #(root:GetClipList() or {}) == 0 and #(root:GetSubFolderList() or {}) == 0
end

--- True for a name that the program chose: "Untitled Project", "Untitled Project 2".
local function isUnnamed(project)
  return string.find(project:GetName(), "^Untitled Project *%d*$") ~= nil
end

--- Returns the open project, or a new one in place of an unnamed one, because imports into unnamed projects fail.
-- Returns nil if the unnamed project is not empty. Also returns whether the project is new or empty.
local function projectToFill(manager)
  local project = manager:GetCurrentProject()
  if project and not isUnnamed(project) then
    return project, isEmpty(project)
  end
  if project and not isEmpty(project) then
    return nil
  end
  for number = 1, 99 do
    local name = delivery.projectName .. (number == 1 and "" or " " .. number)
    -- `CreateProject` returns nil if the name is taken.
    local created = manager:CreateProject(name)
    if created then
      return created, true
    end
  end
end

--- Sets rate and size of a new or empty project; the rate cannot be set later.
local function prepare(project)
  project:SetSetting("timelineFrameRate", delivery.frameRate)
  project:SetSetting("timelineDropFrameTimecode", delivery.isDropFrame and "1" or "0")
  project:SetSetting("timelineResolutionWidth", tostring(delivery.width))
  project:SetSetting("timelineResolutionHeight", tostring(delivery.height))
end

local function importTimeline(project)
  local taken = {}
  for index = 1, project:GetTimelineCount() do
    taken[project:GetTimelineByIndex(index):GetName()] = true
  end
  local name = freeName(delivery.timelineName, function(each)
    return taken[each]
  end)
  for _, document in ipairs(delivery.documents) do
    local timeline = project:GetMediaPool():ImportTimelineFromFile(document, {
      timelineName = name,
      importSourceClips = true,
      sourceClipsPath = delivery.mediaFolder,
    })
    if timeline then
      return timeline
    end
  end
end

--- Calls back with the file of each clip. Titles and similar clips have none.
local function eachFile(timeline, visit)
  for _, kind in ipairs({ "video", "audio" }) do
    for track = 1, timeline:GetTrackCount(kind) do
      for _, item in ipairs(timeline:GetItemListInTrack(kind, track) or {}) do
        local media = try(item, "GetMediaPoolItem")
        local path = media and try(media, "GetClipProperty", "File Path")
        if type(path) == "string" and path ~= "" then
          visit(path)
        end
      end
    end
  end
end

--- Returns the names of files that occur less often than in the cut that was sent.
local function missingFiles(timeline)
  local found = {}
  eachFile(timeline, function(path)
    local name = string.match(path, "[^/\\]+$") or path
    found[name] = (found[name] or 0) + 1
  end)
  local missing = {}
  for name, count in pairs(delivery.clips) do
    if (found[name] or 0) < count then
      table.insert(missing, name)
    end
  end
  table.sort(missing)
  return missing
end

local function importVersion()
  if not delivery then
    return say(words.nothingSent)
  end
  local manager = program:GetProjectManager()
  local project, isUnused = projectToFill(manager)
  if not project then
    return say(words.saveFirst)
  end
  if isUnused then
    prepare(project)
  end
  local timeline = importTimeline(project)
  if not timeline then
    return say(words.notImported, delivery.documents[1])
  end
  project:SetCurrentTimeline(timeline)
  local poolItem = try(timeline, "GetMediaPoolItem")
  if poolItem then
    try(poolItem, "SetThirdPartyMetadata", "Dailies", delivery.returnsFolder)
  end
  manager:SaveProject()
  local report = { words.imported, timeline:GetName() }
  if rateOf(timeline:GetSetting("timelineFrameRate")) ~= rateOf(delivery.frameRate) then
    table.insert(report, words.otherRate)
  end
  local missing = missingFiles(timeline)
  if #missing > 0 then
    table.insert(report, words.missing)
  end
  for _, name in ipairs(missing) do
    table.insert(report, name)
    print("dailies: missing " .. name)
  end
  print("dailies: imported")
  say(unpack(report))
end

--- Returns the folders for returns of a timeline, best first: the one noted at its import, which is wrong if that
-- version was moved since; then the one of the version sent last, if the timeline shows its media.
local function returnsFoldersOf(timeline)
  local folders = {}
  local poolItem = try(timeline, "GetMediaPoolItem")
  local noted = poolItem and try(poolItem, "GetThirdPartyMetadata", "Dailies")
  if type(noted) == "string" and noted ~= "" then
    table.insert(folders, noted)
  end
  local start = delivery and delivery.folder .. sent.separator
  local isOfSent = false
  eachFile(timeline, function(path)
    isOfSent = isOfSent or (start and string.sub(path, 1, #start) == start)
  end)
  if isOfSent and delivery.returnsFolder ~= noted then
    table.insert(folders, delivery.returnsFolder)
  end
  return folders
end

--- Returns a path as `io.open` takes it. On Windows that differs for letters of the user's name.
local function pathToOpen(path)
  local home = sent.home
  if home and string.sub(path, 1, #home) == home then
    return sent.openHome .. string.sub(path, #home + 1)
  end
  return path
end

local function isFile(path)
  local file = io.open(pathToOpen(path), "r")
  if file then
    file:close()
  end
  return file ~= nil
end

--- Converts frames to SubRip's time, rounded up so that no reader shows a caption one frame early.
local function captionTime(frames, rate)
  local nominal = math.floor(rate + 0.5)
  local isWhole = math.abs(rate - nominal) < 0.001
  -- The result of the division may be slightly above a whole number.
  local milliseconds = math.ceil(frames * (isWhole and 1000 or 1001) / nominal - 0.000001)
  local seconds = math.floor(milliseconds / 1000)
  return string.format(
    "%02d:%02d:%02d,%03d",
    math.floor(seconds / 3600),
    math.floor(seconds / 60) % 60,
    seconds % 60,
    milliseconds % 1000
  )
end

--- Returns the captions of the first track that has any, as SubRip; nil without captions.
local function captionsOf(timeline)
  local rate = rateOf(timeline:GetSetting("timelineFrameRate"))
  local first = timeline:GetStartFrame()
  for track = 1, timeline:GetTrackCount("subtitle") do
    local blocks = {}
    for index, item in ipairs(timeline:GetItemListInTrack("subtitle", track) or {}) do
      local from, to = captionTime(item:GetStart() - first, rate), captionTime(item:GetEnd() - first, rate)
      table.insert(blocks, index .. "\n" .. from .. " --> " .. to .. "\n" .. item:GetName() .. "\n")
    end
    if #blocks > 0 then
      return table.concat(blocks, "\n")
    end
  end
end

--- Returns false if the file cannot be written.
local function writeText(path, text)
  local isWritten = pcall(function()
    local file = assert(io.open(pathToOpen(path), "wb"))
    file:write(text)
    file:close()
  end)
  return isWritten
end

--- Exports into the first folder that works. Returns the path without its suffix; nil if no folder works.
local function exportInto(timeline, folders)
  for _, folder in ipairs(folders) do
    local base = folder .. sent.separator .. "resolve-" .. os.date("%Y%m%d-%H%M%S")
    local stem = freeName(base, function(each)
      return isFile(each .. ".xml")
    end)
    if timeline:Export(stem .. ".xml", program.EXPORT_FCP_7_XML, program.EXPORT_NONE) then
      return stem
    end
  end
end

local function returnTimeline()
  local project = program:GetProjectManager():GetCurrentProject()
  local timeline = project and project:GetCurrentTimeline()
  if not timeline then
    return say(words.noTimeline)
  end
  local folders = returnsFoldersOf(timeline)
  if #folders == 0 then
    return say(words.notOurs, timeline:GetName())
  end
  local stem = exportInto(timeline, folders)
  if not stem then
    return say(words.notReturned, folders[1])
  end
  local captions = captionsOf(timeline)
  if captions and not writeText(stem .. ".srt", captions) then
    return say(words.returned, stem .. ".xml", words.noCaptions)
  end
  say(words.returned, stem .. ".xml")
end

if not program then
  return say(words.notReachable)
end
if action == "import" then
  importVersion()
else
  returnTimeline()
end
